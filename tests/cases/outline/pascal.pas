unit Shop.Orders;

{$mode objfpc}

interface

uses
  SysUtils, Classes;

{ A comment: procedure NotReal; }
const
  MaxLines = 20;
  Names: array[0..1] of string = ('function Fake', 'b');

resourcestring
  SWelcome = 'Welcome';

type
  TStatus = (stDraft, stPlaced, stCancelled);
  TLineArray = array of Integer;
  PLine = ^TLine;
  THandler = procedure(Sender: TObject) of object;

  TLine = record
    Sku, Name: string;
    Quantity: Integer;
    procedure Clear;
  end;

  IStore = interface
    ['{00000000-0000-0000-C000-000000000046}']
    function Load(Id: Integer): TLine;
  end;

  TBasket = class(TObject, IStore)
  private
    FOwner: string;
    class var FCount: Integer;
    const Limit = 5;
    procedure SetOwner(const Value: string);
  public
    constructor Create(const AOwner: string);
    destructor Destroy; override;
    function Load(Id: Integer): TLine; virtual;
    class function Count: Integer; static;
    property Owner: string read FOwner write SetOwner;
  end;

  generic TList<T> = class
    Items: array of T;
  end;

var
  Basket: TBasket;
  First, Second: Integer;

procedure Register(const Name: string); overload;
function Total(const Lines: array of TLine): Integer;

implementation

uses
  StrUtils;

procedure TLine.Clear;
begin
  Quantity := 0;
end;

constructor TBasket.Create(const AOwner: string);
begin
  inherited Create;
  FOwner := AOwner;
end;

function Total(const Lines: array of TLine): Integer;
var
  I: Integer;

  procedure Inner;
  begin
    WriteLn('procedure Fake;');
  end;

begin
  Result := 0;
  for I := 0 to High(Lines) do
  begin
    if Lines[I].Quantity > 0 then
      Result := Result + 1
    else
      Inner;
  end;
  while Result > 10 do
    Dec(Result);
  repeat
    Inc(Result);
  until Result > 5;
  case Result of
    1: Inner;
    2, 3: begin
      Inner;
    end;
  else
    Inner;
  end;
  try
    Register('a');
  except
    on E: Exception do
      WriteLn(E.Message);
  end;
  with Basket do
    Owner := 'x';
end;

procedure Register(const Name: string);
begin
end;

initialization
  Basket := nil;

finalization
  Basket.Free;

end.
