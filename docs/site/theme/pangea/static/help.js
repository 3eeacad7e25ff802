// The server's policy lets no text become markup unless this passes it. Sphinx's search writes titles of pages, which
// have no markup once it has escaped them, and reads whole pages of this site to show a few lines of them.
window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/^[^<]*$/.test(text) || /^<!DOCTYPE html>/i.test(text) ? text : null),
})

// On a wide screen the contents stand open beside the text; on a narrow one they open at a touch.
document.addEventListener('DOMContentLoaded', () => {
  const contents = document.querySelector('.contents')
  const wide = window.matchMedia('(min-width: 900px)')
  const follow = () => { contents.open = wide.matches }
  wide.addEventListener('change', follow)
  follow()
})
