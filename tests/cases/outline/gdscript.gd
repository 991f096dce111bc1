@tool
class_name Shelf
extends Node2D

## Emitted when a book is taken.
signal taken(book)

enum State { FULL, EMPTY = 2 }
enum { LEFT, RIGHT }

const MAX_BOOKS := 12

@export var title: String = "Poems"
@onready var label: Label = $Label
var books: Array[String] = []
var count: int:
	set(value):
		count = max(value, 0)
	get:
		return count


class Book extends RefCounted:
	const PAGES = 100
	var name: String

	func _init(given: String):
		name = given

	static func empty() -> Book:
		return Book.new("")


func _ready() -> void:
	var local = preload("res://book.gd")
	for book in books:
		if book.is_empty():
			continue
		elif book == "x":
			pass
		else:
			add(book)
	match count:
		0:
			print("none")
		_:
			print("some")


func add(book: String, at := 0) -> void:
	books.insert(at, book)
	taken.emit(book)
	while count < 3:
		count += 1
