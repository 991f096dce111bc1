#!/bin/sh
# Bills of a small shop, every night.

total() {
    sqlite3 shop.db <<SQL
SELECT sum(price * count) FROM items
WHERE order_id = $1;
SQL
}

send_bills() {
    # TODO: round as the law says
    for order in "$@"; do
        if ! total "$order" > "bill-$order.txt"; then
            echo "order $order: TODO is not a price" >&2
            continue
        fi
        mail -s "Your bill" "$order" < "bill-$order.txt"
    done
}

help() {
    cat <<'EOF'
Use it so:
  total() { sum of the items; }
EOF
}

send_bills "$@"
