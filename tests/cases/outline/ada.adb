with Ada.Text_IO; use Ada.Text_IO;
with Interfaces.C;

--  A comment: procedure Not_Real is
package body Shop.Orders is

   Max_Lines : constant := 20;
   Counter, Total : Natural := 0;
   Out_Of_Stock : exception;

   type Status is (Draft, Placed, 'C');
   type Money is delta 0.01 digits 15;
   subtype Small is Integer range 1 .. 10;
   type Names is array (Small) of String (1 .. 5);

   type Line is record
      Sku      : String (1 .. 8);
      Quantity : Natural := 1;
   end record;

   type Basket is new Base with record
      Lines : Names;
   end record;

   type Store is limited interface;
   type Handler is access procedure (Item : Line);

   function Load (Self : Store) return Line is abstract;
   function Twice (X : Integer) return Integer is (X * 2);
   procedure Free is new Ada.Unchecked_Deallocation (Line, Line_Access);
   package Lists is new Ada.Containers.Vectors (Natural, Line);
   procedure Old_Add (Item : Line) renames Add;

   generic
      type Element is private;
      with function "<" (A, B : Element) return Boolean;
   procedure Sort (Items : in out Element);

   task type Worker (Id : Natural) is
      entry Start (Item : Line);
   end Worker;

   protected Queue is
      procedure Push (Item : Line);
      entry Pop (Item : out Line);
   private
      Count : Natural := 0;
   end Queue;

   procedure Add (Item : Line) is
      Local : Integer := 0;

      procedure Inner is
      begin
         Put_Line ("function Fake return Integer");
      end Inner;
   begin
      if Local = 0 then
         Inner;
      elsif Local > 1 then
         Local := 2;
      else
         null;
      end if;
      Outer : for I in 1 .. 3 loop
         case I is
            when 1 => Put_Line ("one");
            when others => null;
         end case;
      end loop Outer;
      declare
         Temp : Integer := 1;
      begin
         Local := Temp;
      exception
         when Constraint_Error => Local := 0;
      end;
   end Add;

   task body Worker is
   begin
      accept Start (Item : Line) do
         Add (Item);
      end Start;
   end Worker;

   protected body Queue is
      procedure Push (Item : Line) is
      begin
         Count := Count + 1;
      end Push;
      entry Pop (Item : out Line) when Count > 0 is
      begin
         Count := Count - 1;
      end Pop;
   end Queue;

   function "+" (A, B : Money) return Money is
   begin
      return A;
   end "+";
end Shop.Orders;
