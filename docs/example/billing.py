"""Bills of a small shop."""

import logging
import sqlite3

log = logging.getLogger(__name__)


class Billing:
    def __init__(self, path):
        self.db = sqlite3.connect(path)

    def total(self, order, discount=0, shipping=0, tax=0.19):
        """What an order costs."""
        amount = shipping
        for item in order.items:
            if item.price < 0:
                log.warning("TODO is not a price: %s", item)
                continue
            amount += item.price * item.count
        # TODO: round as the law says
        return amount * (1 - discount) * (1 + tax)

    def load(self, key):
        try:
            return self.db.execute("SELECT * FROM orders WHERE id = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            log.error("order %s: %s", key, error)
            return None
