# frozen_string_literal: true

require "set"
require_relative "warehouse/errors"

LIMIT = 50
first, rest = ARGV

module Warehouse
  VERSION = "2.1.0"
  LOW, HIGH = 1, 99
  Position = Struct.new(:row, :shelf) do
    def to_s
      "#{row}/#{shelf}"
    end
  end

  # One kind of article, wherever it lies.
  class Article < Record
    include Comparable

    attr_reader :sku
    attr_accessor :price
    attr_writer "weight"

    @registry = {}

    class << self
      def find(sku) = @registry.fetch(sku)
    end

    def self.import(lines)
      lines.each do |line|
        next if line.empty?
        add(*line.split(";"))
      rescue ArgumentError => e
        warn e.message
      ensure
        count!
      end
    end

    def <=>(other)
      price <=> other.price
    end

    def price=(value)
      @price = Integer(value)
    end

    alias cost price
    define_method(:heavy?) { weight > LIMIT }

    private def check!
      case weight
      when nil then raise "unknown"
      else true
      end
    end
  end

  def self.report
    puts <<~TEXT
      class NotAClass
        def not_a_method
      end
    TEXT
  end
end

describe Warehouse::Article do
  context "when new" do
    it "has no price" do
      expect(subject.price).to be_nil
    end
  end
end

namespace :stock do
  task :count => [:load] do
    puts Warehouse.report
  end
end
