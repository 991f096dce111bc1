// Package ring is a bounded queue.
package ring

import (
	"errors"
	"sync"
)

import "fmt"

const Limit = 10

const (
	low, high = iota, 5
	Middle
)

var ErrFull = errors.New("full")

var (
	count, spare int
	hook         = func(s string) {
		fmt.Println(s)
	}
)

type Ring[T any] struct {
	sync.Mutex
	*node
	items      []T
	head, tail int `json:"-"`
	stats      struct {
		hits int
	}
}

type (
	// Visitor is called for each item.
	Visitor interface {
		fmt.Stringer
		Visit(item any) error
	}
	node  struct{ next *node }
	Names = []string
	Less  func(a, b int) bool
)

func New[T any](size int) *Ring[T] {
	type local struct {
		size int
	}
	const inner = 1
	return &Ring[T]{items: make([]T, size)}
}

func (r *Ring[T]) Push(item T) (err error) {
	switch {
	case r == nil:
		return ErrFull
	default:
		go func() {
			hook("push")
		}()
	}
	return nil
}

func external(x int) int
