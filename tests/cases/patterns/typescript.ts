import x from "s";
import * as a from "b";
import { c, d } from "e";
import f, { g } from "h";
import "k";
import type { Z } from "y";
let r: Record<string, number> = {};
function f(x: Array<Foo>): Promise<void> { return x; }
const y = f<typeof import("fs")>();
function after(): void { g(1); }
