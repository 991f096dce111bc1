package p
import "fmt"
func f() {
	fmt.Println(x)
	fmt.Println("a", b)
	fmt.Println()
	errors.New("x")
	Println(a)
	t.Errorf("a %s", b)
	t.Errorf("a")
	w.Write(b)
	x := errors.New(y)
	var r http.Request
	go fmt.Println(x)
}

func g() {
	defer fmt.Println(1)
}
