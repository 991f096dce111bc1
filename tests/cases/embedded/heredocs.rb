def q
  x = <<~SQL
    CREATE TABLE foo (
      a int
    );
  SQL
  y = <<~RUBY
    def #{name}
      1
    end
    def ok
      2
    end
  RUBY
end
