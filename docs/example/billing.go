// Package billing makes the bills of a small shop.
package billing

import (
	"database/sql"
	"log"
)

type Billing struct {
	db *sql.DB
}

// Total is what an order costs.
func (b *Billing) Total(order Order, discount, shipping, tax float64) float64 {
	amount := shipping
	for _, item := range order.Items {
		if item.Price < 0 {
			log.Printf("TODO is not a price: %v", item)
			continue
		}
		amount += item.Price * float64(item.Count)
	}
	// TODO: round as the law says
	return amount * (1 - discount) * (1 + tax)
}

func (b *Billing) Load(key int) (*sql.Rows, error) {
	rows, err := b.db.Query("SELECT * FROM orders WHERE id = ?", key)
	if err != nil {
		log.Printf("order %d: %v", key, err)
	}
	return rows, err
}
