package counter_pkg;
  parameter int WIDTH = 8;
  typedef enum logic [1:0] {
    Idle,
    Counting
  } state_e;
  typedef struct packed {
    logic valid;
    logic [7:0] value;
  } reading_t;
  function automatic int next_value(input int value);
    return value + 1;
  endfunction
endpackage

interface bus_if (input logic clk);
  logic [7:0] data;
  modport master (output data);
endinterface

module counter import counter_pkg::*; (
  input logic clk,
  output state_e state
);
  logic [7:0] count;

  always_ff @(posedge clk) begin
    if (count > 3) begin
      state <= Idle;
    end
  end

  property always_small;
    @(posedge clk) count < 200;
  endproperty

  divider u_div (.clk(clk));
endmodule

class Packet extends Base;
  int length;
  constraint short_c { length < 100; }

  function new(int given);
    length = given;
  endfunction

  virtual task send();
    length = 0;
  endtask
endclass
