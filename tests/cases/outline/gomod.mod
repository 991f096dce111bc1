module example.com/library

go 1.22

require (
	golang.org/x/text v0.14.0
	golang.org/x/sync v0.6.0 // indirect
)

require example.com/shelf v1.2.3

replace example.com/shelf => ../shelf
