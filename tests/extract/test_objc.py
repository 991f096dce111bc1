"""Objective-C files full of macros keep their definitions; see indexer.extract.objc and indexer.syntax.recovery."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name

CASES = {
    "a macro before the interface": (
        "NS_ASSUME_NONNULL_BEGIN\n\nGS_EXPORT_CLASS\n@interface A : NSObject\n\n"
        "@property (nonatomic, copy) NSString *name NS_AVAILABLE(10_0, 4_0);\n"
        "@property (copy, nullable) void (^done)(NSInteger count);\n"
        "- (instancetype)initWithName:(NSString *)name NS_DESIGNATED_INITIALIZER;\n+ (A *)shared;\n\n@end\n\n"
        "NS_ASSUME_NONNULL_END\n",
        "class A 4-11; property name 6-6; property done 7-7; method initWithName 8-8; method shared 9-9",
    ),
    "C++ in a method": (
        "@implementation B\n\n- (void)first {\n  std::vector<int> v = {1, 2};\n}\n\n"
        "- (int)second\n{\n  return 2;\n}\n\n@end\n",
        "impl B 1-12; method first 3-5; method second 7-10",
    ),
    "branches that do not balance": (
        "@implementation C\n- (void)f {\n#if X\n if (a) {\n#else\n if (b) {\n#endif\n }\n}\n\n- (void)g {\n}\n@end\n",
        "impl C 1-13; method f 2-9; method g 11-12",
    ),
    "forward declarations are none": (
        "IBMACRO_BEGIN\n@class D;\n@protocol E, F;\n@protocol G <NSObject>\n- (void)h;\n@end\n",
        "interface G 4-6; method h 5-5",
    ),
    "strings and comments": (
        '@implementation H\n// - (void)no;\n/*\n- (void)no;\n*/\n- (id)yes { return @"{ @end"; %% }\n@end\n',
        "impl H 1-7; method yes 6-6",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_definitions(case: str) -> None:
    text, expected = CASES[case]
    found = Document.of(by_name("objc"), text.encode()).symbols()
    assert "; ".join(f"{s.kind} {s.name} {s.row_start + 1}-{s.row_end + 1}" for s in found) == expected
