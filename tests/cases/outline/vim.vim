" Settings and helpers for notes.
runtime macros/matchit.vim

let g:notes_dir = '~/notes'
let s:cache = {}
const s:limit = 10

function! notes#open(name, ...) abort
  let l:path = g:notes_dir . '/' . a:name
  if filereadable(l:path)
    execute 'edit' l:path
  elseif a:0
    echo 'function not_a_function()'
  else
    let s:cache[a:name] = 1
  endif
  for l:item in keys(s:cache)
    while v:false
      break
    endwhile
  endfor
  try
    call s:Save()
  catch /E484/
    echomsg 'cannot write'
  finally
    redraw
  endtry
endfunction

function s:Save()
  return len(s:cache)
endfunction

command! -nargs=1 Note call notes#open(<f-args>)

augroup notes
  autocmd!
  autocmd BufWritePost *.md call s:Save()
augroup END

nnoremap <leader>n :Note<CR>
