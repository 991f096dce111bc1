// Orders. fn not_real() is only a comment.
module orders

import os
import net.http as web

const max_lines = 20
const (
	currency = 'fn fake() {}'
	limit    = 5
)

__global counter = 0

pub enum Status {
	draft
	placed = 2
}

type Price = f64
type Shape = Circle | Square
type Handler = fn (int) string

[heap]
pub struct Line {
	Base
pub mut:
	sku      string
	quantity int = 1
}

pub interface Store {
	load(id int) ?Line
mut:
	name string
}

union Bits {
	i int
	f f32
}

pub fn (mut l Line) add(amount int) int {
	mut local := 0
	if amount > 0 {
		local = amount
	} else if amount == 0 {
		println('zero')
	} else {
		return 0
	}
	for i in 0 .. 3 {
		println('${i}')
	}
	match local {
		1 { println('one') }
		else { println('many') }
	}
	l.quantity += local
	f := fn (x int) int {
		return x * 2
	}
	web.get('x') or { panic(err) }
	return f(local)
}

fn (a Line) + (b Line) Line {
	return a
}

fn total<T>(lines []T) int {
	return lines.len
}

fn C.puts(s &char) int

fn test_total() {
	assert total([1, 2]) == 2
}
