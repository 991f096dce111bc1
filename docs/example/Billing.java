package shop;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.logging.Logger;

/** Bills of a small shop. */
public class Billing {
    private static final Logger log = Logger.getLogger("billing");
    private final Connection db;

    Billing(Connection db) {
        this.db = db;
    }

    /** What an order costs. */
    public double total(Order order, double discount, double shipping, double tax) {
        double amount = shipping;
        for (Item item : order.items()) {
            if (item.price() < 0) {
                log.warning("TODO is not a price: " + item);
                continue;
            }
            amount += item.price() * item.count();
        }
        // TODO: round as the law says
        return amount * (1 - discount) * (1 + tax);
    }

    public ResultSet load(int key) {
        try {
            return db.createStatement().executeQuery("SELECT * FROM orders WHERE id = " + key);
        } catch (SQLException error) {
            log.severe("order " + key + ": " + error);
            return null;
        }
    }
}
