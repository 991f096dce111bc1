# The network of the shop.
terraform {
  required_version = ">= 1.5"
}

provider "aws" {
  region = var.region
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

locals {
  name = "shop-${var.region}"
}

data "aws_ami" "base" {
  most_recent = true
}

resource "aws_instance" "web" {
  ami   = data.aws_ami.base.id
  count = 2

  root_block_device {
    volume_size = 20
  }

  tags = {
    Name = local.name
  }
}

module "queue" {
  source = "./modules/queue"
}

output "address" {
  value = aws_instance.web[0].private_ip
}
