#!/usr/bin/perl
# Prints what PPI says about Perl files, one JSON line a file. Paths are read from standard input, one a line.
#
#   {"file": PATH, "accepted": true, "complete": true,
#    "heredocs": [{"line": 3, "terminator": "EOF", "first": 4, "last": 6, "closed": true}],
#    "blocks": [[1, 9]]}
#
# Lines are 1-based; an empty body has "last" one before "first". "accepted" is false when PPI cannot read the file at
# all, "complete" tells whether every bracket has its partner. "blocks" are the first and last lines of code blocks.
# Nothing of the files is executed.
use strict;
use warnings;
use JSON::PP;
use PPI;

$| = 1;
my $json = JSON::PP->new->canonical->latin1;

while (my $file = <STDIN>) {
    chomp $file;
    print $json->encode({ file => $file, %{ judge($file) } }), "\n";
}

sub judge {
    my ($file) = @_;
    my %refused = (accepted => JSON::PP::false, complete => JSON::PP::false, heredocs => [], blocks => []);
    open my $handle, '<:raw', $file or return { %refused, reason => "$!" };
    my $source = do { local $/; <$handle> };
    my $document = eval {
        local $SIG{ALRM} = sub { die "too slow\n" };
        alarm 60;
        my $read = PPI::Document->new(\$source);
        $read->index_locations if $read;
        alarm 0;
        $read;
    };
    alarm 0;
    return { %refused, reason => $@ || PPI::Document->errstr || 'unknown' } unless $document;
    my $complete = !$document->find_first(sub { $_[1]->isa('PPI::Structure') && !$_[1]->complete })
        && !$document->find_first('PPI::Statement::UnmatchedBrace');
    return {
        accepted => JSON::PP::true,
        complete => $complete ? JSON::PP::true : JSON::PP::false,
        heredocs => heredocs($document),
        blocks   => blocks($document),
    };
}

# PPI knows where a heredoc is declared and how many lines its body has. Bodies follow the line of their declaration,
# in order, so where one starts is the line after that, or after the terminator of the one before.
sub heredocs {
    my ($document) = @_;
    my ($free, @found) = (0);
    for my $token (@{ $document->find('PPI::Token::HereDoc') || [] }) {
        my $line   = $token->line_number;
        my $count  = () = $token->heredoc;
        my $first  = $line < $free ? $free : $line + 1;
        my $closed = defined $token->{_terminator_line};
        $free = $first + $count + 1;
        push @found, {
            line       => $line + 0,
            terminator => $token->terminator,
            first      => $first,
            last       => $first + $count - 1,
            closed     => $closed ? JSON::PP::true : JSON::PP::false,
        };
    }
    return \@found;
}

# PPI calls the braces of `@{ ... }`, `print {$handle}` and `*STDOUT{IO}` blocks as well; they hold no statements.
sub blocks {
    my ($document) = @_;
    my @found;
    for my $block (@{ $document->find('PPI::Structure::Block') || [] }) {
        push @found, [ $block->start->line_number + 0, $block->finish->line_number + 0 ]
            if $block->finish && holds_statements($block);
    }
    return \@found;
}

sub holds_statements {
    my ($block) = @_;
    my $before = $block->sprevious_sibling or return 1;
    return 0 if $before->isa('PPI::Token::Cast') || $before->isa('PPI::Token::Symbol');
    return 0 if $before->isa('PPI::Structure::Block') && !holds_statements($before);
    return $before !~ /^(?:print|printf|say|exec|system)$/ || $block->parent->isa('PPI::Statement::Sub');
}
