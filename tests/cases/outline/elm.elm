port module Shop.Orders exposing (Model, Msg(..), init, view)

{-| Orders. notReal = 1 is only a comment.
-}

import Dict exposing (Dict)
import Html as H exposing (Html, div, text)


type Msg
    = Add Int
    | Remove String
    | Noop


type alias Model =
    { lines : Dict String Int
    , note : String
    }


type alias Pair a =
    ( a, a )


port save : String -> Cmd msg


port loaded : (String -> msg) -> Sub msg


maxLines : Int
maxLines =
    20


init : Model
init =
    { lines = Dict.empty, note = "fake = 1" }


update : Msg -> Model -> Model
update msg model =
    let
        total : Int
        total =
            Dict.size model.lines

        helper x =
            x + total
    in
    case msg of
        Add n ->
            if n > maxLines then
                model

            else
                { model | note = String.fromInt (helper n) }

        Remove sku ->
            { model | lines = Dict.remove sku model.lines }

        Noop ->
            model


view : Model -> Html Msg
view model =
    div []
        [ text model.note
        , H.button [] (List.map (\n -> text n) [ "a" ])
        ]


infix left 6 (|=) = keeper
