#!/usr/bin/perl
package Log::Reader;

use strict;
use warnings;
use parent 'Log::Base';
use constant MAX_LINES => 1000;
use constant { LEVEL_INFO => 1 };
use constant 'LEVEL_ERROR' => 2;

our $VERSION = '1.04';
our @EXPORT_OK = qw(read_log);
our %seen;
my $buffer = '';

has path => (is => 'ro');

sub new {
    my ($class, %args) = @_;
    my $self = bless {%args}, $class;
    return $self;
}

sub read_log {
    my ($self, $file) = @_;
    open(my $in, '<', $file) or die "cannot read $file";
    while (my $line = <$in>) {
        if ($line =~ /^ERROR/) {
            $self->add($line, LEVEL_ERROR);
        } elsif ($line =~ /^\s*$/) {
            next;
        } else {
            $self->add($line, LEVEL_INFO);
        }
    }
    print <<"END";
sub not_a_sub {
}
END
    return;
}

my $trim = sub {
    my $text = shift;
    $text =~ s/\s+$//;
    return $text;
};

*load = \&read_log;

sub declared($;$);

sub Log::Base::reset { %seen = () }

package Log::Writer {
    sub write_log {
        my ($self, @lines) = @_;
        print @lines;
    }
}

package main;

BEGIN {
    $| = 1;
}

subtest 'trims' => sub {
    is($trim->('a '), 'a');
};

__END__

=head1 NAME

sub in_pod { }
