import { offerTour } from './tour'

const file = (name: string) => `/panoramas/${name}/equirectangular.jpg`

offerTour({ panorama: file, files: (name) => [file(name)] })
