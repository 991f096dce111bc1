package org.example

import groovy.transform.Immutable

plugins {
    id 'java'
}

dependencies {
    implementation 'org.example:core:1.0'
}

def version = '1.0'

task publish(type: Copy) {
    from 'build'
}

class Store extends Base {
    private int hits = 0

    def find(String key) {
        if (key) {
            return key
        } else {
            return null
        }
    }

    static void main(String[] args) {
        println version
    }
}

interface Storing {
    void evict()
}

enum Level {
    LOW, HIGH
}

def helper(int depth) {
    depth + 1
}
