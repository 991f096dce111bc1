# A job for the scheduler.
job "web" {
  datacenters = ["dc1"]

  group "front" {
    count = 2

    task "server" {
      driver = "docker"

      config {
        image = "nginx:1.25"
        ports = [
          "http",
        ]
      }

      template {
        data = "not_a_block { key = 1 }"
      }
    }
  }
}

region = "eu"
