#!/usr/bin/env node
'use strict'

import fs from 'node:fs'
import { join as path } from 'node:path'

const limit = 10, unit = 'kB'
let cache = {}
var legacy
const { PORT, HOST: host = 'localhost', ...others } = process.env
export const [head, ...tail] = process.argv

function* ids (start) {
  while (true) yield start++
}

export async function load (name) {
  const text = await fs.promises.readFile(path('data', name))
  const parse = raw => JSON.parse(raw)
  return parse(text)
}

export const double = x => x * 2
const handlers = {
  open () { return 1 },
  get size () { return limit },
  close: function () { return 0 },
  'on error': async (e) => { throw e },
  depth: 3
}

export default class Store extends Map {
  static #count = 0
  name = 'store'
  onChange = () => this.emit('change')

  constructor (entries) {
    super(entries)
    this.reset = function () { this.clear() }
  }

  get first () { return this.keys().next().value }
  set first (value) { this.set(value) }
  static async * [Symbol.asyncIterator] () {}
  #secret () {}
}

Store.prototype.merge = function (other) {
  for (const [k, v] of other) this.set(k, v)
}

const Memory = class extends Store {}

module.exports = { Store, make () { return new Store() } }
exports.version = '1.0'

setTimeout(function tick () { cache = {} }, 1000)

describe('Store', () => {
  it(`keeps ${limit} entries`, async () => {
    const local = new Store()
  })
  test.each([1, 2])('grows by %d', function (n) {})
})
