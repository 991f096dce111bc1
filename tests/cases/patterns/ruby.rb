class A < B
 attr_reader :x
 def f(a, b = 1, *c)
  puts "#{a} x"
  x = <<~E
   a #{b} c
  E
  @y ||= z
  return unless a
  foo do |x| bar end
  foo { |x| bar }
  h = { a: 1, :b => 2 }
  a&.b
 end
end
