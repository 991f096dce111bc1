// A dashboard.
local grafana = import 'grafonnet/grafana.libsonnet';
local text = importstr 'notes.txt';

local panel(title, unit='s') = grafana.panel.new(title) {
  unit: unit,
};

local double = function(x) x * 2;

{
  local root = self,

  title: 'Library',
  'time from': 'now-6h',
  ['tags']: ['books'],
  _config+:: {
    interval: '1m',
    limits: {
      rows: double(10),
    },
  },

  panelFor(name):: panel(name) {
    kind: if name == 'loans' then 'graph' else 'table',
  },

  panels: [
    root.panelFor(name)
    for name in ['loans', 'readers']
  ],
}
