# Collects the state of services.
using module ./Report.psm1
Import-Module Storage

$Threshold = 80
$script:Cache = @{}

<#
function Not-AFunction {}
#>
function Get-DiskState {
    param(
        [string]$Computer,
        [int]$Limit = 90
    )

    foreach ($disk in Get-Volume) {
        if ($disk.Used -gt $Limit) {
            Write-Warning $disk.Name
        }
        elseif ($disk.Used -gt 50) {
            Write-Output $disk.Name
        }
        else {
            continue
        }
    }
}

filter Select-Failed {
    $_ | Where-Object { $_.Failed }
}

class Report {
    [string]$Title
    static [int]$Count = 0

    Report([string]$title) {
        $this.Title = $title
    }

    [string] Render() {
        return $this.Title
    }
}

enum Level {
    Low
    High = 10
}

try {
    Get-DiskState -Computer 'web1'
}
catch [System.IO.IOException] {
    Write-Error $_
}
finally {
    $script:Cache.Clear()
}

Describe "Report" {
    It "renders its title" {
        [Report]::new('x').Render() | Should -Be 'x'
    }
}
