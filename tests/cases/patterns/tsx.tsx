import x from "s";
import * as a from "b";
import { c, d } from "e";
import f, { g } from "h";
import "k";
import type { Z } from "y";
let r: Record<string, number> = {};
function f(x: Array<Foo>): Promise<void> { return x; }

function F() {
 useEffect(() => { foo(); bar() }, [a, b]);
 useEffect(() => { }, []);
 useEffect(() => { /* c */ x() // d
 }, [z]);
 return <div className={x} {...p}><a href="?a=b&c=d">T</a><a href="x">{y}</a><a>z</a><B c="d" /></div>
}
