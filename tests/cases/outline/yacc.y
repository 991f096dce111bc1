%{
#include <stdio.h>
static int depth;
int yylex(void);
%}
%union {
  int number;
  char *text;
}
%token <number> NUMBER
%token PLUS MINUS "minus"
  TIMES
%left PLUS MINUS
%%
/* start: of nothing */
start: expression ';' { finish($1); }
     | error
     ;
expression
  : NUMBER
  | expression PLUS expression { $$ = $1 + $3; /* x: */ }
  ;
%%
int main(void)
{
  goto out;
out:
  return yyparse();
}
