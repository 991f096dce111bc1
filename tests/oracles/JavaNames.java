import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * What javac takes each name of a folder's files to: rows of file, offset, and file and offset of its declaration.
 * Offsets count UTF-16 units; a declaration that is in none of the files is "-". Nothing is compiled to disk.
 */
public class JavaNames {
  record Place(String file, long offset) {}

  static final Map<Element, Place> declared = new HashMap<>();
  static PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  public static void main(String[] folders) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    List<Path> paths;
    try (Stream<Path> all = Files.walk(Path.of(folders[0]))) {
      paths = all.filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !path.endsWith("module-info.java") && !path.endsWith("package-info.java")).sorted().toList();
    }
    JavacTask task = (JavacTask) compiler.getTask(null, manager, problem -> {},
        List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-implicit:none", "-Xmaxerrs", "1"), null,
        manager.getJavaFileObjectsFromPaths(paths));
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    Trees trees = Trees.instance(task);
    for (CompilationUnitTree unit : units) new Declarations(unit, trees).scan(unit, null);
    for (CompilationUnitTree unit : units) new Uses(unit, trees).scan(unit, null);
    out.flush();
  }

  /** Notes where each element is declared: at its name. */
  static class Declarations extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final Trees trees;
    final String file, text;

    Declarations(CompilationUnitTree unit, Trees trees) {
      this.unit = unit;
      this.trees = trees;
      file = Path.of(unit.getSourceFile().toUri()).toString();
      try {
        text = unit.getSourceFile().getCharContent(true).toString();
      } catch (java.io.IOException error) {
        throw new java.io.UncheckedIOException(error);
      }
    }

    void note(Tree tree, String name) {
      Element element = trees.getElement(getCurrentPath());
      int at = ((JCTree) tree).pos;
      boolean behind = at >= 0 && !text.startsWith(name, at); // an enum's constant begins with its annotations
      if (tree instanceof ClassTree || tree instanceof TypeParameterTree || behind) {
        var found = java.util.regex.Pattern.compile("(?<![\\w$])" + java.util.regex.Pattern.quote(name) + "(?![\\w$])").matcher(text);
        at = !name.isEmpty() && found.find(Math.max(at, 0)) ? found.start() : -1;
      }
      if (element != null && at >= 0 && text.startsWith(name, at)) declared.putIfAbsent(element, new Place(file, at));
    }

    @Override public Void visitClass(ClassTree tree, Void none) {
      note(tree, tree.getSimpleName().toString());
      return super.visitClass(tree, none);
    }

    @Override public Void visitMethod(MethodTree tree, Void none) {
      String name = tree.getName().toString();
      Element element = trees.getElement(getCurrentPath());
      note(tree, name.equals("<init>") && element != null ? element.getEnclosingElement().getSimpleName().toString() : name);
      return super.visitMethod(tree, none);
    }

    @Override public Void visitVariable(VariableTree tree, Void none) {
      note(tree, tree.getName().toString());
      return super.visitVariable(tree, none);
    }

    @Override public Void visitTypeParameter(TypeParameterTree tree, Void none) {
      note(tree, tree.getName().toString());
      return super.visitTypeParameter(tree, none);
    }
  }

  /** Tells what each name is. The class in `new K()` is the constructor and the class. */
  static class Uses extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final Trees trees;
    final String file, text;

    Uses(CompilationUnitTree unit, Trees trees) {
      Declarations same = new Declarations(unit, trees);
      this.unit = unit;
      this.trees = trees;
      file = same.file;
      text = same.text;
    }

    void tell(long at, String name, List<Element> meant) {
      if (at < 0 || !text.startsWith(name, (int) at)) return;
      StringBuilder row = new StringBuilder(file + "\t" + at);
      boolean any = false;
      for (Element element : meant) {
        if (element == null || element.getKind() == ElementKind.PACKAGE) continue;
        if (element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) continue;
        Place place = declared.get(element);
        any = true;
        row.append(place == null ? "\t-\t0" : "\t" + place.file() + "\t" + place.offset());
      }
      if (any) out.println(row);
    }

    List<Element> meant() {
      Element element = trees.getElement(getCurrentPath());
      List<Element> found = new ArrayList<>();
      TreePath path = getCurrentPath();
      Tree inner = path.getLeaf();
      TreePath up = path.getParentPath();
      while (up != null && (up.getLeaf() instanceof ParameterizedTypeTree type && type.getType() == inner
          || up.getLeaf() instanceof AnnotatedTypeTree)) {
        inner = up.getLeaf();
        up = up.getParentPath();
      }
      if (up != null && up.getLeaf() instanceof NewClassTree made && made.getIdentifier() == inner) {
        Element constructor = trees.getElement(up);
        if (constructor != null && declared.containsKey(constructor)) found.add(constructor);
      }
      if (element != null) found.add(element);
      return found;
    }

    @Override public Void visitIdentifier(IdentifierTree tree, Void none) {
      String name = tree.getName().toString();
      if (!name.equals("this") && !name.equals("super")) tell(start(tree), name, meant());
      return super.visitIdentifier(tree, none);
    }

    @Override public Void visitMemberSelect(MemberSelectTree tree, Void none) {
      String name = tree.getIdentifier().toString();
      List<Element> found = meant();
      if (getCurrentPath().getParentPath().getLeaf() instanceof ImportTree imported && imported.isStatic()) {
        Element owner = trees.getElement(new TreePath(getCurrentPath(), tree.getExpression()));
        found = owner == null ? found : owner.getEnclosedElements().stream()
            .filter(each -> each.getSimpleName().contentEquals(name)).collect(Collectors.toList());
      }
      if (!Set.of("class", "this", "super", "*").contains(name)) tell(end(tree) - name.length(), name, found);
      return super.visitMemberSelect(tree, none);
    }

    @Override public Void visitMemberReference(MemberReferenceTree tree, Void none) {
      String name = tree.getName().toString();
      if (!name.equals("<init>")) tell(end(tree) - name.length(), name, meant());
      return super.visitMemberReference(tree, none);
    }

    long start(Tree tree) {
      return trees.getSourcePositions().getStartPosition(unit, tree);
    }

    long end(Tree tree) {
      return trees.getSourcePositions().getEndPosition(unit, tree);
    }
  }
}
