targetScope = 'resourceGroup'

metadata owner = 'library'

@description('Where it runs.')
param location string = resourceGroup().location
param names array = [
  'books'
  'loans'
]

// Names.
var prefix = 'lib${uniqueString(location)}'

type Size = 'small' | 'large'

resource account 'Microsoft.Storage/storageAccounts@2023-01-01' = {
  name: prefix
  location: location
  sku: {
    name: 'Standard_LRS'
  }
}

resource containers 'Microsoft.Storage/storageAccounts/blobServices@2023-01-01' = [for name in names: {
  name: name
}]

module site './site.bicep' = {
  name: 'site'
  params: {
    account: account.name
  }
}

output endpoint string = account.properties.primaryEndpoints.blob
