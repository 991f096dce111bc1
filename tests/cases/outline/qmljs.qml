pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import "helpers.js" as Helpers

// A shelf of books.
Item {
    id: root

    property int count: books.length
    readonly property var books: ["a", "b"]
    required property string title
    signal taken(int index)

    enum Side {
        Left,
        Right
    }

    component Book: Rectangle {
        property string name
    }

    width: 200
    onTaken: {
        console.log("taken");
    }

    function take(index) {
        if (index < 0) {
            return;
        } else {
            for (let i = 0; i < index; ++i) {
                Helpers.note(i);
            }
        }
        taken(index);
    }

    Column {
        id: column
        anchors.fill: parent

        Repeater {
            id: repeater
            model: root.count
            delegate: Book {
                id: book
                MouseArea {
                    id: area
                    onClicked: root.take(index)
                }
            }
        }
        Text {
            text: root.title
        }
    }

    states: [
        State {
            id: open
            name: "open"
        }
    ]
}
