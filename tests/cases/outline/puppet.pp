# Runs a library.
class library (
  String $user = 'library',
  Integer $port = 8080,
) inherits library::params {
  include library::install
  require stdlib

  $conf = '/etc/library.conf'

  package { 'library':
    ensure => installed,
  }

  file { $conf:
    ensure  => file,
    require => Package['library'],
  }

  if $port < 1024 {
    notify { 'low port': }
  } elsif $port > 9000 {
    notify { 'high port': }
  } else {
    notice('fine')
  }

  case $facts['os']['family'] {
    'Debian': {
      include apt
    }
    default: {
      fail('unknown')
    }
  }
}

define library::shelf (
  String $path,
) {
  exec { "make ${path}":
    command => "/bin/mkdir ${path}",
  }
}

type Library::Port = Integer[1, 65535]

function library::url(String $host) >> String {
  "http://${host}/"
}

node 'books.example.com' {
  class { 'library':
    port => 80,
  }
}
