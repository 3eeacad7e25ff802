import { defineConfig } from 'vite'

const pages = ['bare', 'marzipano', 'ours', 'pannellum', 'photo_sphere_viewer', 'photo_sphere_viewer_tiles']

/** A page for each viewer, which loads nothing else. `--outDir` says where to. */
export default defineConfig({
  root: 'pages',
  base: './',
  resolve: { alias: [{ find: /^three$/, replacement: 'three/src/Three.js' }] }, // as in static/vite.config.ts
  build: {
    target: 'es2022',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: Object.fromEntries(pages.map((page) => [page, `pages/${page}.html`])) },
  },
})
