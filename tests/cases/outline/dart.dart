library store.core;

import 'dart:async' as async;
export 'src/entry.dart';
part 'store.g.dart';

const limit = 10;
final names = <String>[], sizes = <int>[];
var verbose = false;
late String owner;
int get hits => 1;
set hits(int value) {}

typedef Visitor<T> = void Function(T item);
typedef int Compare(int a, int b);

@immutable
abstract class Store<T> extends Base<T> with Logging implements Storing {
  static const int spare = 2;
  final int size, depth = 1;
  String? label;

  Store(this.size) : label = 'store', super();
  Store.empty() : this(0);
  const Store.fixed(this.size);
  factory Store.of(int size) => MemoryStore(size);

  @override
  int get count => 0;

  set count(int value) {
    size = value;
  }

  @override
  @protected
  Future<T> load(String key) async {
    void helper() {}
    final double = (int x) => x * 2;
    switch (double(1)) {
      case 1:
        break;
      default:
        helper();
    }
    return null;
  }

  bool operator ==(Object other) => true;
  void evict();
}

mixin Logging on Base {
  void log(String text) {}
}

enum Level {
  low,
  high;

  int weigh() => index;
}

extension Shouting on String {
  String shout() => toUpperCase();
}

void main(List<String> args) {
  group('Store', () {
    test('loads', () {
      expect(1, 1);
    });
  });
}
