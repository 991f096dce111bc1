# Orders. def not_real is only a comment.
require "json"

module Shop
  VERSION = "1.0"

  abstract class Item(T) < Base
    include JSON::Serializable
    getter name : String
    property? sold = false
    @count : Int32 = 0

    def initialize(@name : String, @price : Float64)
    end

    def total(quantity : Int32 = 1, **opts) : Float64 forall U
      quantity * @price
    end

    abstract def render(io : IO) : Nil

    macro define_price(name)
      def {{name.id}}_price
        1
      end
    end
  end

  struct Point
    def +(other : Point) : Point
      self
    end
  end

  enum Colour
    Red
    Green = 2
    def red? : Bool
      self == Red
    end
  end

  alias Id = Int32 | String
  annotation Deprecated
  end
  record Line, sku : String, quantity : Int32

  lib LibC
    fun getpid : Int32
    struct TimeSpec
      x : Int32
    end
    type Foo = Void*
  end

  TEXT = <<-END
    def in_heredoc
    end
    END

  def self.run(&block : Int32 -> Nil)
    {% if flag?(:linux) %}
      x = 1
    {% end %}
    case x
    in Int32 then 1
    when 2
      3
    end
    yield 1
  end
end
