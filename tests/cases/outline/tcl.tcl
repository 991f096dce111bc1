# A library.
package require Tcl 8.6
package require tcltest
source lib/shelf.tcl

set version 1.0

namespace eval ::library {
    variable books {}
    namespace export add find

    proc add {title {year 0}} {
        variable books
        if {$title eq ""} {
            error "no title"
        } elseif {$year < 0} {
            return
        } else {
            lappend books $title
        }
    }

    proc find pattern {
        foreach book $::library::books {
            while {[string match $pattern $book]} {
                return $book
            }
        }
    }
}

proc ::library::count {} {
    return [llength $::library::books]
}

oo::class create Shelf {
    superclass Furniture
    variable width
    constructor {w} {
        set width $w
    }
    method put {book} {
        library::add $book
    }
}

tcltest::test add-1.1 {adds a book} {
    library::add "Dune"
} {Dune}
