-- A counter.
library ieee;
use ieee.std_logic_1164.all;

package counter_pkg is
  constant WIDTH : natural := 8;
  type state_t is (idle, counting);
  type reading_t is record
    value : natural;
    valid : std_logic;
  end record;
  subtype small_t is natural range 0 to 7;
  function next_value(value : natural) return natural;
end package;

package body counter_pkg is
  function next_value(value : natural) return natural is
    variable result : natural;
  begin
    result := value + 1;
    return result;
  end function;

  procedure report_value(value : natural) is
  begin
    report "value";
  end procedure;
end package body;

library ieee;
use ieee.std_logic_1164.all;

entity counter is
  generic (
    LIMIT : natural := 10
  );
  port (
    clk, rst : in std_logic;
    q : out natural
  );
end entity;

architecture rtl of counter is
  signal count : natural := 0;
  signal state, before : work.counter_pkg.state_t;
  component divider is
    port (clk : in std_logic);
  end component;
begin
  count_up : process (clk)
    variable local : natural;
  begin
    if rising_edge(clk) then
      case state is
        when work.counter_pkg.idle =>
          count <= 0;
        when others =>
          count <= count + 1;
      end case;
    elsif rst = '1' then
      count <= 0;
    else
      null;
    end if;
  end process;

  u_div : entity work.divider
    port map (clk => clk);
end architecture;
