// A counter.
`include "defs.vh"
`define WIDTH 8
`timescale 1ns / 1ps

module counter #(
    parameter LIMIT = 10
) (
    input wire clk,
    input wire rst,
    output reg [7:0] q
);

    localparam STEP = 1;
    wire enable;
    reg [7:0] count, before;
    integer i;

    function [7:0] next_value;
        input [7:0] value;
        begin
            next_value = value + STEP;
        end
    endfunction

    task clear;
        begin
            count = 0;
        end
    endtask

    always @(posedge clk) begin
        if (rst) begin
            count <= 0;
        end else begin
            case (count)
                8'd0: count <= 1;
                default: count <= next_value(count);
            endcase
        end
    end

    generate
        if (LIMIT > 8) begin : wide
            divider u_div (
                .clk(clk),
                .q(enable)
            );
        end
    endgenerate

endmodule

module divider (clk, q);
    input clk;
    output q;
    assign q = clk;
endmodule
