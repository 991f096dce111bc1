<?php

declare(strict_types=1);

namespace Shop\Billing;

use Shop\Customer;
use function Shop\round_up;

require_once __DIR__ . '/legacy.php';

const CURRENCY = 'EUR';
define('VAT_RATE', 0.19);

interface Payable
{
    const GRACE_DAYS = 14;

    public function total(): float;
}

trait Dated
{
    protected ?\DateTimeImmutable $date = null;

    public function date(): string
    {
        return $this->date?->format('Y-m-d') ?? '';
    }
}

enum State: string
{
    case Open = 'open';
    case Paid = 'paid';

    public function label(): string
    {
        return match ($this) {
            self::Open => 'to be paid',
            self::Paid => 'settled',
        };
    }
}

#[Entity(table: 'invoices')]
abstract class Invoice extends Document implements Payable
{
    use Dated;

    public const PREFIX = 'R';
    private static int $count = 0;

    public function __construct(
        private readonly Customer $customer,
        protected array $lines = [],
    ) {
        self::$count++;
    }

    abstract public function number(): string;

    public function total(): float
    {
        $sum = 0.0;
        foreach ($this->lines as $line) {
            if ($line->free) {
                continue;
            }
            $sum += $line->price;
        }
        return $sum;
    }
}

function mail_text(Invoice $invoice): string
{
    return <<<TEXT
        function not_a_function() {
        }
        TEXT;
}

$format = fn (float $value) => number_format($value, 2);
$queue = [];
