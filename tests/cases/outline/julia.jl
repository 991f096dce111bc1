#= Shapes and
their areas. =#
module Shapes

using LinearAlgebra
import Base: show
include("units.jl")

export area

const TAU = 2pi
counter = 0

abstract type Shape end

struct Circle{T<:Real} <: Shape
    radius::T
    label
end

mutable struct Square <: Shape
    side::Float64
end

@enum Color red green

"""
    area(shape)

function not_a_function() end
"""
function area(c::Circle)
    if c.radius < 0
        error("negative")
    elseif c.radius == 0
        return 0
    else
        return TAU / 2 * c.radius^2
    end
end

area(s::Square) = s.side^2
scale(s::T, by) where {T<:Shape} = by * area(s)

function Base.show(io::IO, c::Circle)
    print(io, "Circle ", c.label)
end

macro twice(ex)
    quote
        $(esc(ex))
        $(esc(ex))
    end
end

half = x -> x / 2

@testset "areas" begin
    for side in 1:3
        @test area(Square(side)) == side^2
    end
end

end
