# What perl says of the names in files of a folder, which it compiles: give it nothing that you would not run.
#
#   perl resolution_perl.pl FOLDER
#
# reads the paths of files from its input. For each it answers with a row for every name that it can tell something of:
# where the name is, and where what it means is named, as a path and an offset, or `-` for what is not in the folder.
# An empty row ends the answer.
#
# PPI says where statements and words are. Before each statement stands a BEGIN block that asks perl, while it compiles
# the file, which variables it knows there: its own tables of names tell one `$x` from another. Functions, methods and
# packages are looked up in what is loaded.
use strict;
use warnings;
use B ();
use File::Find ();
use PPI ();
use Scalar::Util ();

my ($folder) = @ARGV;
$| = 1;
my @found;
File::Find::find({ no_chdir => 1, wanted => sub { push @found, $_ if -f && /\.(?:pm|pl|t)\z/ } }, $folder);
my @libraries = grep { -d } ($folder, map { "$folder/$_" } qw(lib t/lib blib/lib));
unshift @INC, @libraries;
my (%defined, %packages, %shared, %constants);  # where the texts of the folder name something, by its full name
read_places($_) for sort @found;

while (defined(my $file = <STDIN>)) {
    chomp $file;
    pipe(my $out, my $in) or die;
    my $child = fork // die;
    if (!$child) {
        close $out;
        open STDIN, '<', '/dev/null';
        open STDERR, '>', '/dev/null';
        open STDOUT, '>', '/dev/null';
        alarm 100;
        print $in "$_\n" for eval { answers($file) };
        close $in;
        require POSIX;
        POSIX::_exit(0);
    }
    close $in;
    my @rows = <$out>;
    waitpid $child, 0;
    print grep({ /\A\d+\t.*\n\z/ } @rows), "\n";
}

sub text_of {
    my ($file) = @_;
    open my $handle, '<:raw', $file or return '';
    local $/;
    return scalar <$handle>;
}

# What a text defines, by rows that look like it.
sub read_places {
    my ($file) = @_;
    my $text = text_of($file);
    my ($package, $line) = ('main', 0);
    pos($text) = 0;
    while ($text =~ /\G([^\n]*)\n?/gc) {
        my ($row, $start) = ($1, $-[1]);
        $line++;
        last if $row =~ /^__(?:END|DATA)__/ || pos($text) >= length $text && $row eq '';
        if ($row =~ /^=[a-zA-Z]/) {
            while ($text =~ /\G([^\n]*)\n?/gc) { $line++; last if $1 =~ /^=cut\b/ || pos($text) >= length $text }
            next;
        }
        next if $row =~ /^\s*#/;
        if ($row =~ /^\s*\{?\s*package\s+(?:#|([\w:]+))/) {    # `package # comment` goes on in the next row
            my $from = $start + $-[0];
            if (substr($text, $from, 300) =~ /package\s+(?:#[^\n]*\n\s*)*([\w:]+)/) {
                $package = $1;
                push @{ $packages{$package} }, [$file, $from + $-[1]];
            }
        }
        while ($row =~ /\bsub\s+([\w:]+)(?!\s*(?:\([^()]*\))?\s*;)/g) {
            my ($name, $at) = ($1, $start + $-[1]);
            $at += length($name), $name =~ s/.*:://, $at -= length $name if $name =~ /::/;
            push @{ $defined{$file}{$name} }, [$line, $at];
        }
        if ($row =~ /\bour\b/) {
            my $from = $start + $+[0];
            my ($names) = substr($text, $from, 5000) =~ /\A(\s*\([^)]*|[^=;\n]*)/;
            push @{ $shared{"$1${package}::$2"} }, [$file, $from + $-[2]] while $names =~ /([\$\@%])(\w+)/g;
        }
        if ($row =~ /\buse\s+vars\b/) {
            my $from = $start + $+[0];
            my ($names) = substr($text, $from, 5000) =~ /\A([^;]*)/;
            push @{ $shared{"$1${package}::$2"} }, [$file, $from + $-[2]] while $names =~ /([\$\@%])(\w+)/g;
        }
        if ($row =~ /\buse\s+constant\s+['"]?(\w+)/) {
            push @{ $constants{"${package}::$1"} }, [$file, $start + $-[1]];
        }
    }
    return;
}

my (%wanted, %known, %around, %new, %counted);

# Called while a file is compiled: which variables are known before a statement.
sub OutcropJudge::at {
    my ($number, $package, $inner) = @_;
    $around{$number} = $package;
    my $begin = B::svref_2object($inner)->OUTSIDE;
    my ($function, $seq) = ($begin->OUTSIDE, $begin->OUTSIDE_SEQ);
    my %left = map { $_ => 1 } keys %{ $wanted{$number} || {} };
    for (1 .. 30) {
        last if !$$function || !$function->isa('B::CV') || !$function->can('PADLIST');
        my $list = $function->PADLIST;
        last if !$$list;
        my @names = $list->ARRAYelt(0)->ARRAY;
        for my $at ($counted{$$function} // 0 .. $#names) {
            my $name = $names[$at];
            next if !$name || !$$name || $name->isa('B::SPECIAL') || !defined $name->PV;
            $new{$$name} //= [$number, $name->PV, 1] if !($name->FLAGS & 1);
        }
        $counted{$$function} = @names;
        for my $name (reverse @names) {
            next if !$name || $name->isa('B::SPECIAL') || !$$name;
            my $written = $name->PV;
            next if !defined $written || !$left{$written} || ($name->FLAGS & 1);    # one from around
            my ($low, $high) = ($name->COP_SEQ_RANGE_LOW, $name->COP_SEQ_RANGE_HIGH);
            next if $low == 0xffffffff || $seq <= $low || $high != 0xffffffff && $seq > $high;
            $known{$number}{$written} = [$$name, $name->FLAGS];
            delete $left{$written};
        }
        ($seq, $function) = ($function->OUTSIDE_SEQ, $function->OUTSIDE);
    }
    return;
}

sub answers {
    my ($file) = @_;
    my $text = text_of($file);
    my $document = PPI::Document->new(\$text) or return;
    my ($tokens, $at_of) = placed($document, $text) or return;
    my (%number, @starts);

    # Statements that another can stand before.
    for my $statement (@{ $document->find('PPI::Statement') || [] }) {
        my $class = ref $statement;
        my $parent = $statement->parent;
        next if $class =~ /::(?:Expression|Null|End|Data|UnmatchedBrace)\z/;
        next if !($parent->isa('PPI::Document') || $parent->isa('PPI::Structure::Block'));
        my $before = $parent->isa('PPI::Structure::Block') ? $parent->sprevious_sibling : undef;
        next if $before && $before->isa('PPI::Token::Cast');    # `@{ … }`
        next if $class eq 'PPI::Statement' && $statement->schild(0)->isa('PPI::Token::Label');
        my $first = $statement->first_token;
        my $place = $at_of->{ $first->refaddr_of } // next;
        $number{ $statement->refaddr_of } = $place;
        push @starts, $place;
    }
    @starts = sort { $a <=> $b } @starts;

    # The variables of the file, and which of them are declared where they stand.
    my (@uses, %declared);
    for my $token (@$tokens) {
        my $place = $at_of->{ $token->refaddr_of };
        my @named = variables($token) or next;
        my $context = context($token, \%number);
        for my $one (@named) {
            my ($inside, $symbol) = @$one;
            if ($token->isa('PPI::Token::Prototype') || $token->isa('PPI::Token::Symbol') && declares($token)) {
                push @{ $declared{ segment($place, \@starts) }{$symbol} }, [$place + $inside, $token];
                next;
            }
            next if !defined $context;
            push @uses, [$place + $inside, $symbol, $context, $token];
            $wanted{$context}{$symbol} = 1;
            $wanted{$_}{$symbol} = 1 for inner_context($token, \%number, $symbol);
        }
    }

    # A module is loaded so; a script is only compiled.
    my $loads = $file =~ /\.pm\z/;
    for my $library (reverse @libraries) {
        (my $relative = $file) =~ s{\A\Q$library\E/}{} or next;
        $INC{$relative} = $file;
    }
    my $code = '';
    my $last = 0;
    my ($end) = map { $at_of->{ $_->refaddr_of } } grep { $_->isa('PPI::Token::Separator') } @$tokens;
    $end //= length $text;
    for my $start (grep { $_ < $end } @starts) {
        $code .= substr($text, $last, $start - $last) . "BEGIN{OutcropJudge::at($start,__PACKAGE__,sub{})}";
        $last = $start;
    }
    $code .= substr $text, $last, $end - $last;
    {
        no strict;
        no warnings;
        local $SIG{__WARN__} = sub { };
        my ($head, $foot) = $loads ? ('', '1;') : ('sub {', '}');
        my $loaded = eval "package main; $head\n#line 1 \"$file\"\n$code\n;$foot";
        return if !$loaded && !%known;
    }
    my %place_of;    # by the address of a name that perl keeps: where it was declared
    for my $address (keys %new) {
        my ($seen, $name) = @{ $new{$address} };
        my $before = (grep { $_ < $seen } @starts)[-1] // -1;
        my $there = $declared{$before}{$name} || [];
        $place_of{$address} = $there->[0][0] if @$there == 1;
    }

    my @rows;
    for my $use (@uses) {
        my ($place, $symbol, $context, $token) = @$use;
        my @inner = inner_context($token, \%number, $symbol);
        next if @inner && $inner[0] eq 'none';
        my $found = $known{ $inner[0] // $context }{$symbol};
        my $package = $around{$context} // next;
        if ($found && !($found->[1] & 16)) {    # not `our`
            push @rows, row($place, [$file, $place_of{ $found->[0] }]) if defined $place_of{ $found->[0] };
            next;
        }
        push @rows, shared_row($place, $symbol, $package);
    }
    for my $token (@$tokens) {
        my $context = context($token, \%number) // next;
        my $package = $around{$context} // next;
        push @rows, word_rows($token, $at_of->{ $token->refaddr_of }, $package, $loads);
    }
    return @rows;
}

sub row {
    my ($place, @places) = @_;
    return join "\t", $place, map { @$_ } @places;
}

sub PPI::Element::refaddr_of { return Scalar::Util::refaddr($_[0]) }

# The tokens, and by each where it is. Texts in which that cannot be told are left out.
sub placed {
    my ($document, $text) = @_;
    my ($at, @waiting, @tokens, %at_of) = (0);
    for my $token ($document->tokens) {
        my $content = $token->content;
        return if substr($text, $at, length $content) ne $content;
        $at_of{ $token->refaddr_of } = $at;
        push @tokens, $token;
        $at += length $content;
        push @waiting, $token if $token->isa('PPI::Token::HereDoc');
        if (@waiting && $content =~ /\n/) {
            for my $heredoc (@waiting) {
                $heredoc->{outcrop_at} = $at;
                $at += length for $heredoc->heredoc;
                my $rest = substr $text, $at;
                $at += length $1 if $rest =~ /\A([^\n]*\n?)/;
            }
            @waiting = ();
        }
    }
    return (\@tokens, \%at_of);
}

# The variables that a token names, each with its offset in the token.
sub variables {
    my ($token) = @_;
    if ($token->isa('PPI::Token::Magic')) { return $token->content =~ /\A[\$\@%]_\z/ ? [1, $token->symbol] : () }
    if ($token->isa('PPI::Token::Symbol')) {
        return if $token->content =~ /\A[&*]/;
        my $before = $token->previous_sibling;
        my $cast = $before && $before->isa('PPI::Token::Cast') && $before->content ne '\\';
        return [1, $cast ? $token->canonical : $token->symbol];
    }
    if ($token->isa('PPI::Token::ArrayIndex')) { return [2, '@' . substr $token->content, 2] }
    if ($token->isa('PPI::Token::Prototype')) {
        my @found;
        push @found, [$-[0] + 1, $1] while $token->content =~ /([\$\@%]\w+)/g;
        return @found;
    }
    my $pattern = $token->isa('PPI::Token::QuoteLike::Regexp') || $token->isa('PPI::Token::Regexp');
    return if $token->isa('PPI::Token::Regexp::Transliterate');
    my ($content, $from) = ($token->content, 0);
    if ($token->isa('PPI::Token::HereDoc')) {
        return if $content =~ /'/ || $content =~ /~/;
        return;    # its text is not where the token is
    }
    return if !($pattern || $token->isa('PPI::Token::Quote::Double') || $token->isa('PPI::Token::Quote::Interpolate'));
    return if $content =~ /\A(?:m|qr|s)\s*'/ || $pattern && $content =~ /\Z[a-z]*e[a-z]*\z/;
    my @found;
    while ($content =~ /(?<![\\\$\@])((?:\\\\)*)([\$\@])(\{?)([A-Za-z_]\w*)(\}?)(?!::|\w)(->|\[-?\d+\]|\[\$\w+\]|\[|\{)?/g) {
        my ($sign, $opened, $name, $closed, $behind, $at) = ($2, $3, $4, $5, $6 // '', $-[4]);
        next if $opened ne ($closed ? '{' : '');
        next if $behind && $behind ne '->' && ($pattern || $opened || $behind eq '[');
        $sign = '%' if $behind eq '{';
        $sign = '@' if $behind =~ /\A\[/;
        push @found, [$at, $sign . $name];
    }
    return @found;
}

# Whether a variable is declared where it stands.
sub declares {
    my ($token) = @_;
    my $statement = $token->statement or return 0;
    my $parent = $token->parent;
    for (my $before = $token->sprevious_sibling; $before; $before = $before->sprevious_sibling) {
        return 1 if $before->isa('PPI::Token::Word') && $before->content =~ /\A(?:my|our|state)\z/;
        last if !($before->isa('PPI::Token::Word') || 0);
    }
    while ($parent && !$parent->isa('PPI::Structure::Block') && !$parent->isa('PPI::Document')) {
        if ($parent->isa('PPI::Structure::List') || $parent->isa('PPI::Structure::For')) {
            my $word = $parent->sprevious_sibling;
            return 1 if $word && $word->isa('PPI::Token::Word') && $word->content =~ /\A(?:my|our|state)\z/;
            return 0;
        }
        $parent = $parent->parent;
    }
    return 0;
}

# The statement around a token that perl was asked before.
sub context {
    my ($token, $number) = @_;
    for (my $around = $token->parent; $around; $around = $around->parent) {
        my $found = $number->{ $around->refaddr_of };
        return $found if defined $found;
    }
    return;
}

# Where to ask instead, if the statement around declares the variable in its head: `if (my $x = …)`.
sub inner_context {
    my ($token, $number, $symbol) = @_;
    for (my $around = $token->parent; $around; $around = $around->parent) {
        return if $around->isa('PPI::Structure::Block') || $around->isa('PPI::Document');
        next if !$around->isa('PPI::Statement::Compound');
        my @heads = grep { $_->isa('PPI::Structure::Condition') || $_->isa('PPI::Structure::For') || $_->isa('PPI::Structure::List') } $around->schildren;
        my @declaring = grep { $_->isa('PPI::Token::Symbol') && $_->symbol eq $symbol && declares($_) }
            map { $_->tokens } @heads;
        my $foreach = grep { $_->isa('PPI::Token::Symbol') && $_->symbol eq $symbol } $around->schildren;
        return 'none' if $foreach || @declaring > 1;
        return if !@declaring;
        return 'none' if $declaring[0]->statement == $token->statement;
        my ($block) = grep { $_->isa('PPI::Structure::Block') } $around->schildren;
        my ($first) = $block ? grep { defined $number->{ $_->refaddr_of } } $block->schildren : ();
        return $first ? $number->{ $first->refaddr_of } : 'none';
    }
    return;
}

sub segment {
    my ($place, $starts) = @_;
    my ($low, $high) = (0, scalar @$starts);
    while ($low < $high) {
        my $middle = int(($low + $high) / 2);
        if ($starts->[$middle] <= $place) { $low = $middle + 1 } else { $high = $middle }
    }
    return $low ? $starts->[$low - 1] : -1;
}

# A variable of a package: all places that declare it.
sub shared_row {
    my ($place, $symbol, $package) = @_;
    my ($sign, $name) = $symbol =~ /\A(.)(.*)\z/s;
    return row($place, ['-', 0]) if $name =~ /\A(?:\W|\d+|_|a|b|ENV|ARGV|INC|SIG|STDIN|STDOUT|STDERR|\^\w+)\z/;
    my $full = $name =~ /::/ ? $name : "${package}::$name";
    $place += length($name) - length($1) if $name =~ /::([^:]+)\z/;
    my $there = $shared{ $sign . $full };
    return row($place, @$there) if $there;
    my ($of) = $full =~ /(.*)::/;
    return $packages{$of} || $of eq 'main' ? () : row($place, ['-', 0]);
}

# What a function, method or package means.
sub word_rows {
    my ($token, $place, $package, $loaded) = @_;
    if ($token->isa('PPI::Token::Symbol') && $token->content =~ /\A&([\w:]+)\z/) {
        return function_row($place + 1, $1, $package);
    }
    return if !$token->isa('PPI::Token::Word');
    my $word = $token->content;
    my ($before, $behind) = ($token->sprevious_sibling, $token->snext_sibling);
    my $first = $before && $before->isa('PPI::Token::Word') ? $before->content : '';
    return if $first eq 'sub' || $first eq 'package' || $word =~ /\A(?:__\w+__|sub|package|use|no|my|our|local|state|if|unless|while|until|for|foreach|else|elsif|return|and|or|not|x|eq|ne|lt|gt|le|ge|cmp|xor)\z/;
    return if $behind && $behind->isa('PPI::Token::Operator') && $behind->content eq '=>';
    my $parent = $token->parent;
    if ($parent && $parent->parent && $parent->parent->isa('PPI::Structure::Subscript') && $parent->schildren == 1) { return }
    if ($token->statement->isa('PPI::Statement::Include')) {
        return if $token->statement->schild(1) != $token || $word !~ /\A[A-Z]/;
        return package_row($place, $word);
    }
    if ($before && $before->isa('PPI::Token::Operator') && $before->content eq '->') {
        my $of = $before->sprevious_sibling or return;
        my $class;
        if ($of->isa('PPI::Token::Word') && (!$of->sprevious_sibling || !$of->sprevious_sibling->isa('PPI::Token::Operator') || $of->sprevious_sibling->content ne '->')) {
            $class = $of->content eq '__PACKAGE__' ? $package : $of->content;
            return if $class =~ /\A(?:shift|__\w+__)\z/ || defined &{ \&{"${package}::$class"} } && $class !~ /::/;
        }
        elsif ($of->isa('PPI::Token::Symbol') && $of->content =~ /\A\$(?:self|class|this)\z/) {
            my $earlier = $of->sprevious_sibling;
            return if $earlier && ($earlier->isa('PPI::Token::Cast') || $earlier->content eq '->');
            return if !$loaded;
            $class = $package;
        }
        return if !defined $class || $class eq 'main';
        return method_row($place, $word, $class, $package);
    }
    if ($behind && $behind->isa('PPI::Token::Operator') && $behind->content eq '->') {
        return if $word eq 'shift' || $word eq '__PACKAGE__';
        return package_row($place, $word);
    }
    return function_row($place, $word, $package);
}

sub package_row {
    my ($place, $word) = @_;
    $word =~ s/::\z//;
    my $there = $packages{$word};
    return row($place, @$there) if $there;
    (my $file = "$word.pm") =~ s{::}{/}g;
    no strict 'refs';
    return $INC{$file} || %{"${word}::"} ? row($place, ['-', 0]) : ();
}

sub method_row {
    my ($place, $word, $class, $package) = @_;
    my $function;
    if ($word =~ /\ASUPER::(\w+)\z/) {
        require mro;
        my ($name, @above) = ($1, @{ mro::get_linear_isa($package) });
        shift @above;
        no strict 'refs';
        ($function) = map { defined &{"${_}::$name"} ? \&{"${_}::$name"} : () } @above, 'UNIVERSAL';
        $place += 7;
    }
    elsif ($word !~ /::/) {
        $function = eval { $class->can($word) };
    }
    return $function ? code_row($place, $function, $word, $class) : ();
}

sub function_row {
    my ($place, $word, $package) = @_;
    my $full = $word =~ /::/ ? $word : "${package}::$word";
    $place += length($word) - length($1) if $word =~ /::(\w+)\z/;
    no strict 'refs';
    if (defined &$full) { return code_row($place, \&$full, $word, $package) }
    return row($place, ['-', 0]) if $word !~ /::/ && eval { my $ignored = prototype "CORE::$word"; 1 };
    return;
}

sub code_row {
    my ($place, $function, $word, $package) = @_;
    my $code = B::svref_2object($function);
    my $file = $code->FILE // '';
    (my $plain = $word) =~ s/.*:://;
    if ($code->CvFLAGS & B::CVf_CONST() || $code->XSUB) {    # a constant, or C
        my $there = $constants{"${package}::$plain"} || ($word =~ /::/ ? $constants{$word} : undef);
        return row($place, @$there) if $there;
        my $from = eval { $code->GV->STASH->NAME };
        return if !$from || grep { $_ eq $from } keys %packages;
        return row($place, ['-', 0]);
    }
    my $name = eval { $code->GV->NAME } // return;
    if (index($file, "$folder/")) {    # one that was made by others for a package of the folder is from nowhere
        return $packages{ $code->GV->STASH->NAME } ? () : row($place, ['-', 0]);
    }
    my $line = eval { $code->START->line } // return;
    my @there = grep { $_->[0] <= $line } @{ $defined{$file}{$name} || [] };
    return if !@there;
    return row($place, [$file, $there[-1][1]]);
}
