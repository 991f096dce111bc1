#import <Foundation/Foundation.h>
#import "Store.h"
@import UIKit;

#define STORE_LIMIT 10

@class Entry;

typedef void (^Visitor)(Entry *entry);
typedef struct { int x, y; } Point;

static int counter = 0;
NSString *const StoreDidChange = @"changed";

@protocol Storing <NSObject>
@required
- (void)evict;
@optional
@property (nonatomic, readonly) NSUInteger count;
@end

@interface Store : NSObject <Storing> {
    int _hits;
}
@property (nonatomic, strong) NSString *name;
@property (nonatomic, copy) void (^handler)(int);
+ (instancetype)storeWithName:(NSString *)name;
- (void)setObject:(id)object forKey:(NSString *)key;
@end

@interface Store (Sorting)
- (void)sort;
@end

@implementation Store

@synthesize name = _name;

+ (instancetype)storeWithName:(NSString *)name
{
    return [[self alloc] init];
}

- (void)setObject:(id)object forKey:(NSString *)key
{
    int local = 1;
    @try {
        for (id item in [self items]) {
            NSLog(@"%@", item);
        }
    }
    @catch (NSException *e) {
        local = 2;
    }
    [self each:^(id item) {
        counter++;
    }];
}

@end

@implementation Store (Sorting)
- (void)sort {}
@end

static void helper(int depth)
{
    counter += depth;
}
