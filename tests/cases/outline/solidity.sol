// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Ownable} from "./Ownable.sol";
import "./Books.sol" as Books;

uint256 constant MAX_LOANS = 5;

type BookId is uint256;

error TooMany(uint256 count);

struct Loan {
    BookId book;
    address reader;
}

interface ILibrary {
    event Lent(BookId indexed book, address reader);

    function lend(BookId book, address reader) external returns (bool);
}

library Shelves {
    function first(uint256[] storage shelf) internal view returns (uint256) {
        return shelf[0];
    }
}

abstract contract Library is ILibrary, Ownable {
    using Shelves for uint256[];

    enum Condition {
        New,
        Worn
    }

    uint256 public constant YEAR = 365;
    mapping(address reader => Loan[] loans) private _loans;

    modifier onlyReader(address reader) {
        if (reader == address(0)) {
            revert TooMany(0);
        }
        _;
    }

    constructor(address owner) Ownable(owner) {}

    receive() external payable {}

    fallback() external {}

    function lend(BookId book, address reader) external onlyReader(reader) returns (bool) {
        for (uint256 i = 0; i < _loans[reader].length; i++) {
            unchecked {
                i += 0;
            }
        }
        assembly {
            let x := mload(0x40)
        }
        emit Lent(book, reader);
        return true;
    }
}
