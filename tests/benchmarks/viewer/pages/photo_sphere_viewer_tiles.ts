import { EquirectangularTilesAdapter } from '@photo-sphere-viewer/equirectangular-tiles-adapter'

import { offerTour } from './tour'

const [COLUMNS, ROWS] = [8, 4]
const root = (name: string) => `/panoramas/${name}/photo-sphere-viewer`
const low = (name: string) => `${root(name)}/low.jpg`
const tile = (name: string, column: number, row: number) => `${root(name)}/${column}_${row}.jpg`

offerTour({
  adapter: EquirectangularTilesAdapter,
  panorama: (name) => ({
    width: 4096,
    cols: COLUMNS,
    rows: ROWS,
    baseUrl: low(name),
    tileUrl: (column: number, row: number) => tile(name, column, row),
  }),
  files: (name) => [
    low(name),
    ...Array.from({ length: COLUMNS * ROWS }, (_, index) => tile(name, index % COLUMNS, Math.floor(index / COLUMNS))),
  ],
})
