import { defineConfig, type Plugin } from 'vite'

const pages = ['bare', 'marzipano', 'ours', 'pannellum', 'photo_sphere_viewer', 'photo_sphere_viewer_tiles']

/** Lets a page fetch at once what its script imports dynamically. */
const preloadImports: Plugin = {
  name: 'preload-imports',
  transformIndexHtml: (_, { chunk }) =>
    (chunk?.dynamicImports ?? []).map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: `./${file}` } })),
}

/** A page for each viewer, which loads nothing else. `--outDir` says where to. */
export default defineConfig({
  root: 'pages',
  base: './',
  plugins: [preloadImports],
  resolve: { alias: [{ find: /^three$/, replacement: 'three/src/Three.js' }] }, // as in static/vite.config.ts
  build: {
    target: 'es2022',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: Object.fromEntries(pages.map((page) => [page, `pages/${page}.html`])) },
  },
})
