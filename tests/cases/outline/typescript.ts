import { Injectable, type Logger } from './core'
import legacy = require('legacy')
export * from './types'

declare const VERSION: string
declare module 'plugins/*' {
  export function activate(): void
  const manifest: object
}
declare global {
  interface Window { outcrop: Api }
}

export type Id = string | number
type Options = { depth: number; visit(node: Id): boolean } & { strict?: boolean }

export interface Api extends Iterable<Id> {
  readonly version: string
  find(id: Id): Item | undefined
  get size(): number
  'content-type': string
}

export const enum Level { Low, High = 2, 'very high' = 3 }

namespace Geometry.Flat {
  export const origin = [0, 0]
  let moved = false
  export function distance(a: number, b: number) { return Math.hypot(a, b) }
}

@Injectable({ scope: 'app' })
export abstract class Base<T extends Id> implements Api {
  static readonly limit: number = 10
  protected items?: Map<T, Item>
  private readonly compare = (a: T, b: T): number => (a < b ? -1 : 1)

  constructor(private readonly log: Logger, public name = 'base') {
    super()
  }

  abstract load(): Promise<void>
  abstract version: string

  find(id: T): Item
  find(id: string): Item
  @cached()
  @deprecated
  find(id: unknown): Item {
    return this.items!.get(id as T)!
  }

  get size(): number {
    return this.items?.size ?? 0
  }
}

export declare function overload(a: string): void
function assertId(value: unknown): asserts value is Id {
  const check = () => typeof value
}

export default abstract class Item {
  declare kind: string
}
