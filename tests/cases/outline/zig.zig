const std = @import("std");

pub const limit: usize = 10;
var counter: u32 = 0;
threadlocal var depth: u8 = 0;

pub const Store = struct {
    items: []const u8,
    hits: usize = 0,

    const Level = enum { low, high };

    pub fn init(items: []const u8) Store {
        return .{ .items = items };
    }

    fn find(self: *const Store, key: u8) ?usize {
        for (self.items, 0..) |item, i| {
            if (item == key) {
                return i;
            } else {
                continue;
            }
        }
        return null;
    }
};

const Value = union(enum) {
    int: i64,
    text: []const u8,
};

pub const StoreError = error{
    Full,
    Closed,
};

pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        pub fn len(self: @This()) usize {
            return self.items.len;
        }
    };
}

pub export fn add(a: i32, b: i32) callconv(.C) i32 {
    const Local = struct { x: i32 };
    const sum = Local{ .x = a + b };
    return switch (sum.x) {
        0 => 1,
        else => sum.x,
    };
}

extern fn puts(text: [*:0]const u8) c_int;

test "finds a key" {
    try std.testing.expect(true);
}

test Store {
    while (counter < 3) : (counter += 1) {
        depth += 1;
    }
}
